import type { ComponentType } from 'react';

export type OutputComponentProps = { output: unknown; input?: unknown };
export type OutputComponent = ComponentType<OutputComponentProps>;

const components = new Map<string, OutputComponent>();

/** Makes a component of ours available under the name that tools give as `display.customUI`. The last one wins. */
export function registerOutputComponent(name: string, component: OutputComponent): void {
  components.set(name, component);
}

export function findOutputComponent(name: unknown): OutputComponent | undefined {
  return typeof name === 'string' ? components.get(name) : undefined;
}
