import { Card, Code, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RunTool } from '#features/executions/run-tool.tsx';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { useCan } from '#lib/use-can.ts';
import { CodeBlock } from '#ui/code-block.tsx';
import { aiSdkFace, curlFace, estimateTokens, graphqlFace, toJson, typescriptFace } from './faces.ts';
import { programCall } from './program-call.ts';
import { ToolInput } from './tool-input.tsx';

const ToolFaces_tool = graphql(`
  fragment ToolFaces_tool on Tool {
    id
    slug
    description
    inputSchema
    mcpListing
    inputExamples { label input }
    ...ToolInput_tool
    ...RunTool_tool
  }
`);

type ToolFacesProps = {
  tool: FragmentType<typeof ToolFaces_tool>;
  /** Whether something keeps it from being run by the viewer, whatever their rights. */
  isKeptBack: boolean;
};

/** One tool as each of its users sees it. */
export function ToolFaces({ tool: masked, isKeptBack }: ToolFacesProps) {
  const tool = readFragment(ToolFaces_tool, masked);
  const mayRun = useCan('tools.tenant.execute');
  const aiSdk = aiSdkFace(tool, tool.inputExamples);
  const { origin } = window.location;
  const sample = tool.inputExamples[0]?.input ?? {};
  const { document, variables } = graphqlFace(programCall, tool.slug, sample);
  return (
    <Card>
      <Tabs defaultValue="form">
        <Tabs.List aria-label="Faces of the tool" mb="md">
          <Tabs.Tab value="form">Form</Tabs.Tab>
          <Tabs.Tab value="ai-sdk">AI SDK</Tabs.Tab>
          <Tabs.Tab value="mcp">MCP</Tabs.Tab>
          <Tabs.Tab value="graphql">GraphQL</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="form">
          {mayRun && !isKeptBack ? (
            <RunTool tool={tool} />
          ) : (
            <ToolInput
              tool={tool}
              note={
                isKeptBack
                  ? 'As long as the tool is not available to you, its input can only be checked.'
                  : 'Your role may look at tools but not run them. You can check an input; an admin can change your role.'
              }
            />
          )}
        </Tabs.Panel>
        <Face
          value="ai-sdk"
          note={`What a model reads before it can use the tool: about ${plural(estimateTokens(aiSdk), 'token')}.`}
        >
          <CodeBlock label="AI SDK tool" code={aiSdk} />
        </Face>
        <Face value="mcp" note="How the tool is listed to MCP clients.">
          <CodeBlock label="MCP listing" code={toJson(tool.mcpListing)} />
        </Face>
        <Face
          value="graphql"
          note={
            <>
              {programCall.purpose} Put an API key into <Code>TOOLCRIB_KEY</Code> first.
            </>
          }
        >
          <Sample label={programCall.label} code={document} />
          <Sample label="Variables" code={variables} />
          <Sample label="curl command" code={curlFace(origin, programCall, tool.slug, sample)} />
          <Sample label="TypeScript" code={typescriptFace(origin, programCall, tool.slug, sample)} />
        </Face>
      </Tabs>
    </Card>
  );
}

function Face({ value, note, children }: { value: string; note: ReactNode; children: ReactNode }) {
  return (
    <Tabs.Panel value={value}>
      <Stack gap="sm">
        <Text c="dimmed">{note}</Text>
        {children}
      </Stack>
    </Tabs.Panel>
  );
}

/** Code among other code, with its name above it. */
function Sample({ label, code }: { label: string; code: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <CodeBlock label={label} code={code} />
    </div>
  );
}
