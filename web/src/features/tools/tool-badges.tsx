import { Badge, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { ToolBadges_ToolFragment } from '#gql/graphql.ts';
import classes from './tool-badges.module.css';
import { gateBadge, originLabels } from './tool-words.ts';

const ToolBadges_tool = graphql(`
  fragment ToolBadges_tool on Tool {
    id
    origin
    permissionPolicy
    enabled
    requiredSecrets { key optional }
    availability { available gate reason missingSecrets }
  }
`);

type ToolBadgesProps = {
  tool: FragmentType<typeof ToolBadges_tool>;
  /** Undefined when it is not known which secrets are set. */
  setSecrets: ReadonlySet<string> | undefined;
};

export function ToolBadges({ tool: masked, setSecrets }: ToolBadgesProps) {
  const tool = readFragment(ToolBadges_tool, masked);
  const { origin, permissionPolicy, enabled, availability } = tool;
  const missing = missingSecrets(tool, setSecrets);
  const keptBack = availability?.gate && gateBadge(availability.gate);
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
      {!enabled && <ReasonBadge label="Switched off" reason={reasonAt(availability, 'tenant_disabled')} />}
      {missing.length > 0 && (
        <ReasonBadge label="Misconfigured" reason={`These secrets are not set: ${missing.join(', ')}.`} alarming />
      )}
      {keptBack && <ReasonBadge label={keptBack} reason={availability.reason} />}
    </Group>
  );
}

/** Editors are told by the server; others may work it out from the secrets they see. */
function missingSecrets(
  { availability, requiredSecrets }: ToolBadges_ToolFragment,
  setSecrets: ReadonlySet<string> | undefined,
): readonly string[] {
  if (availability) return availability.missingSecrets;
  if (!setSecrets) return [];
  return requiredSecrets.filter(({ key, optional }) => !optional && !setSecrets.has(key)).map(({ key }) => key);
}

function reasonAt(availability: ToolBadges_ToolFragment['availability'], gate: string) {
  return availability?.gate === gate ? availability.reason : undefined;
}

type ReasonBadgeProps = { label: string; reason: string | null | undefined; alarming?: boolean };

/** The reason shows on hovering, and is always there for screen readers. */
function ReasonBadge({ label, reason, alarming = false }: ReasonBadgeProps) {
  return (
    <Tooltip label={reason} disabled={!reason} multiline maw={280}>
      <Badge variant={alarming ? 'light' : 'outline'} color={alarming ? 'red' : 'gray'} className={classes.raised}>
        {label}
        {reason && <VisuallyHidden>{`. ${reason}`}</VisuallyHidden>}
      </Badge>
    </Tooltip>
  );
}
