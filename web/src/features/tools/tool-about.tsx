import { Anchor, Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { type Fact, FactList } from '#ui/fact-list.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { ToolBadges } from './tool-badges.tsx';
import { executionLabels, kindLabels, policyLabels } from './tool-words.ts';
import { useSetSecrets } from './use-set-secrets.ts';

const ToolAbout_tool = graphql(`
  fragment ToolAbout_tool on Tool {
    id
    slug
    category
    kind
    permissionPolicy
    requiredPermission
    executionType
    version
    requiredSecrets { key label optional }
    ...ToolBadges_tool
  }
`);

export function ToolAbout({ tool: masked }: { tool: FragmentType<typeof ToolAbout_tool> }) {
  const tool = readFragment(ToolAbout_tool, masked);
  const setSecrets = useSetSecrets();
  const facts: Fact[] = [
    ['Slug', <Code key="slug">{tool.slug}</Code>],
    ['Category', tool.category],
    ['Policy', policyLabels[tool.permissionPolicy]],
    ['Permission', tool.requiredPermission ? <Code key="right">{tool.requiredPermission}</Code> : 'None of its own'],
    ['Works', executionLabels[tool.executionType]],
  ];
  if (tool.kind) facts.push(['In this tenant', `${kindLabels[tool.kind]}, version ${tool.version}`]);
  if (tool.requiredSecrets.length > 0) {
    facts.push(['Secrets', <RequiredSecrets key="secrets" secrets={tool.requiredSecrets} setSecrets={setSecrets} />]);
  }
  return (
    <SectionCard title="About" actions={<ToolBadges tool={tool} setSecrets={setSecrets} />}>
      <FactList facts={facts} />
    </SectionCard>
  );
}

type RequiredSecretsProps = {
  secrets: readonly { key: string; label: string; optional: boolean }[];
  setSecrets: ReadonlySet<string> | undefined;
};

function RequiredSecrets({ secrets, setSecrets }: RequiredSecretsProps) {
  const { tenant } = useViewer();
  const missing = setSecrets && secrets.some(({ key, optional }) => !optional && !setSecrets.has(key));
  return (
    <>
      {secrets.map(({ key, label, optional }) => (
        <Text key={key} component="div" size="sm">
          <Code>{key}</Code> {label !== key && label}
          {optional && ' (optional)'}
          {setSecrets && (setSecrets.has(key) ? ' – set' : ' – not set')}
        </Text>
      ))}
      {missing && (
        <Anchor component={Link} to={`/t/${tenant.slug}/settings/secrets`} size="sm">
          Go to the secrets
        </Anchor>
      )}
    </>
  );
}
