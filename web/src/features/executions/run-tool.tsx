import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { readToolFields } from '#features/tools/tool-fields.ts';
import { ToolInput_tool } from '#features/tools/tool-input.tsx';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { isRecord, type Values } from '#ui/schema-form/field-definition.ts';
import { readFormLayout } from '#ui/schema-form/form-layout.ts';
import { useKeptWork } from './kept-work.ts';
import { RunForm } from './run-form.tsx';
import { RunOutput } from './run-output.tsx';
import { useKeptForm } from './use-kept-form.ts';
import { useToolRun } from './use-tool-run.ts';

const RunTool_tool = graphql(`
  fragment RunTool_tool on Tool { id slug sensitiveFields ...RunOutput_tool }
`);

type RunToolProps = { tool: FragmentType<typeof RunTool_tool> & FragmentType<typeof ToolInput_tool> };

/** The form of a tool, which runs it. */
export function RunTool({ tool: masked }: RunToolProps) {
  const tool = readFragment(RunTool_tool, masked);
  const form = readFragment(ToolInput_tool, masked);
  const layout = useMemo(() => readFormLayout(form.formSpec), [form.formSpec]);
  const fields = readToolFields(form);
  const given = useGivenInput();
  const work = useKeptWork(tool.slug, tool.sensitiveFields);
  const state = useToolRun({ slug: tool.slug, work });
  const carried = useKeptForm({ work, fields, given, used: state.busy ? undefined : state.result?.input });
  return (
    <RunForm
      slug={tool.slug}
      state={state}
      fields={fields}
      layout={layout}
      examples={form.inputExamples}
      defaultValues={given}
      carried={carried}
      drawOutput={(run, text) => <RunOutput run={run} tool={tool} text={text} />}
    />
  );
}

/** Whoever comes from a run to change it brings its input along. */
function useGivenInput(): Values | undefined {
  const state: unknown = useLocation().state;
  const input = isRecord(state) ? state.input : undefined;
  return isRecord(input) ? input : undefined;
}
