import { SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { DisplayContext } from '#ui/schema-form/display-context.ts';
import { isRecord, type MediaValue } from '#ui/schema-form/field-definition.ts';
import { BlockView } from './block-view.tsx';
import { type OutputTable, toTableFilters } from './column-filter.ts';
import { FallbackBoundary } from './fallback-boundary.tsx';
import { JsonView } from './json-view.tsx';
import { OutputContext } from './output-context.ts';
import { findOutputComponent } from './output-registry.ts';
import { type OutputSource, toOutputBlocks } from './to-output-blocks.ts';

export type ToolOutputProps = OutputSource & {
  /** The lists of rows in the output, with the filters for them. */
  outputTables?: readonly OutputTable[];
  /** How the tool wants to be met; `customUI` names a component of this app. */
  display?: unknown;
  /** For components that show a result beside what was asked. */
  input?: unknown;
  /** Where the address does not say it, as in the inbox. */
  toolSlug?: string;
  tenantSlug?: string;
};

/** The result of a tool, the same wherever it appears: the tool's own component, else its view, its sections, its shape. */
export function ToolOutput({ toolSlug, tenantSlug, outputTables, ...props }: ToolOutputProps) {
  const address = useParams();
  const [view, setView] = useState('formatted');
  const tool = toolSlug ?? address.toolSlug;
  const tenant = tenantSlug ?? address.slug;
  const { outputSchema } = props;
  const context = useMemo(
    () => ({ toolSlug: tool, tableFilters: toTableFilters(outputSchema, outputTables) }),
    [tool, outputSchema, outputTables],
  );
  const fileUrl = useCallback((file: MediaValue) => addressOf(file, tenant), [tenant]);
  const display = useMemo(() => ({ fileUrl }), [fileUrl]);

  if (props.output === undefined || props.output === null) return <Text c="dimmed">The tool gave no output.</Text>;
  return (
    <OutputContext value={context}>
      <DisplayContext value={display}>
        <Stack gap="md">
          <SegmentedControl
            size="xs"
            aria-label="How to show the output"
            value={view}
            onChange={setView}
            data={[
              { value: 'formatted', label: 'Formatted' },
              { value: 'json', label: 'JSON' },
            ]}
            ml="auto"
          />
          {view === 'json' ? <JsonView value={props.output} /> : <Formatted {...props} />}
        </Stack>
      </DisplayContext>
    </OutputContext>
  );
}

function addressOf({ fileId }: MediaValue, tenant: string | undefined): string {
  const query = tenant === undefined ? '' : `?tenant=${encodeURIComponent(tenant)}`;
  return `/api/files/${encodeURIComponent(fileId)}${query}`;
}

type FormattedProps = Omit<ToolOutputProps, 'toolSlug' | 'tenantSlug' | 'outputTables'>;

function Formatted({ display, input, ...source }: FormattedProps): ReactNode {
  const Custom = findOutputComponent(isRecord(display) ? display.customUI : undefined);
  if (!Custom) return <Blocks {...source} />;
  return (
    <FallbackBoundary
      of={source.output}
      note="The tool’s own view failed, so the output is shown plainly."
      fallback={<Blocks {...source} />}
    >
      <Custom output={source.output} input={input} />
    </FallbackBoundary>
  );
}

function Blocks({ output, outputSchema, outputSections, viewSpec }: OutputSource) {
  const blocks = useMemo(
    () => toOutputBlocks({ output, outputSchema, outputSections, viewSpec }),
    [output, outputSchema, outputSections, viewSpec],
  );
  return (
    <Stack gap="lg">
      {blocks.map((block) => (
        <BlockView key={block.id} block={block} />
      ))}
    </Stack>
  );
}
