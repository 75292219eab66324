import { Badge, Group } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { originLabels } from './tool-words.ts';

const ToolBadges_tool = graphql(`
  fragment ToolBadges_tool on Tool {
    id
    origin
    permissionPolicy
    enabled
    requiredSecrets { key optional }
  }
`);

type ToolBadgesProps = {
  tool: FragmentType<typeof ToolBadges_tool>;
  /** Undefined when it is not known which secrets are set. */
  setSecrets: ReadonlySet<string> | undefined;
};

export function ToolBadges({ tool, setSecrets }: ToolBadgesProps) {
  const { origin, permissionPolicy, enabled, requiredSecrets } = readFragment(ToolBadges_tool, tool);
  const misconfigured = setSecrets && requiredSecrets.some(({ key, optional }) => !optional && !setSecrets.has(key));
  return (
    <Group gap={6}>
      <Badge variant="light" color="gray">
        {originLabels[origin]}
      </Badge>
      {permissionPolicy === 'ALWAYS_ASK' && (
        <Badge variant="light" color="yellow">
          Asks first
        </Badge>
      )}
      {!enabled && (
        <Badge variant="outline" color="gray">
          Switched off
        </Badge>
      )}
      {misconfigured && (
        <Badge variant="light" color="red">
          Misconfigured
        </Badge>
      )}
    </Group>
  );
}
