import { Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { StreamedText } from '#ui/tool-output/streamed-text.tsx';
import { ToolOutput } from '#ui/tool-output/tool-output.tsx';
import { ToolRunError } from '#ui/tool-output/tool-run-error.tsx';
import type { FollowedRun } from './use-followed-run.ts';

const RunOutput_tool = graphql(`
  fragment RunOutput_tool on Tool {
    id
    outputSchema
    outputSections { key label type config }
    outputTables { path filters { name label control options min max } }
    viewSpec
    display
  }
`);

type RunOutputProps = {
  run: FollowedRun;
  /** Left out where the tool is gone or not for the reader: the output is shown by its shape. */
  tool?: FragmentType<typeof RunOutput_tool> | null;
  /** What it wrote, as far as is known. */
  text: string;
};

/** What came of a run that has ended. */
export function RunOutput({ run, tool: masked, text }: RunOutputProps) {
  const { tenant } = useViewer();
  const tool = readFragment(RunOutput_tool, masked);
  if (run.status === 'SUCCESS') {
    return (
      <ToolOutput
        output={run.output}
        outputSchema={tool?.outputSchema}
        outputSections={tool?.outputSections}
        outputTables={tool?.outputTables}
        viewSpec={tool?.viewSpec}
        display={tool?.display}
        input={run.input}
        toolSlug={run.toolSlug}
        tenantSlug={tenant.slug}
      />
    );
  }
  return (
    <Stack gap="md">
      {run.status === 'CANCELLED' ? (
        <Text>This run was cancelled before it ended. What it had done by then is not undone.</Text>
      ) : (
        <ToolRunError
          error={run.error ?? { code: 'UNKNOWN', message: 'The run failed and left no word why. Run it again.' }}
        />
      )}
      {text && <StreamedText text={text} label="Output until then" />}
    </Stack>
  );
}
