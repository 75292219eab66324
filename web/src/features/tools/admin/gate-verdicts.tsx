import { Anchor, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import cells from '#ui/table-cell.module.css';
import classes from './gate-verdicts.module.css';
import { gateLabel } from './gate-words.ts';

const GateVerdicts_explanation = graphql(`
  fragment GateVerdicts_explanation on ToolExplanation {
    available
    verdicts { gate passed reason }
  }
`);

type Verdict = { gate: string; passed: boolean; reason: string };

export function GateVerdicts({ explanation }: { explanation: FragmentType<typeof GateVerdicts_explanation> }) {
  const { available, verdicts } = readFragment(GateVerdicts_explanation, explanation);
  const first = verdicts.find(({ passed }) => !passed);
  return (
    <Stack gap="sm">
      <Text role="status" fw={500} className={cells.wrap}>
        {available || !first ? 'Available: every gate lets it pass.' : `Not available: ${first.reason}`}
      </Text>
      <ol className={classes.list} aria-label="Gates, in the order they are asked">
        {verdicts.map((verdict) => (
          <GateVerdict key={verdict.gate} verdict={verdict} isFirst={verdict === first} />
        ))}
      </ol>
    </Stack>
  );
}

function GateVerdict({ verdict: { gate, passed, reason }, isFirst }: { verdict: Verdict; isFirst: boolean }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <li className={isFirst ? `${classes.gate} ${classes.first}` : classes.gate} aria-current={isFirst || undefined}>
      <Icon size={18} className={passed ? classes.passed : classes.failed} aria-hidden />
      <div className={cells.wrap}>
        <Text size="sm" fw={500}>
          {gateLabel(gate)}: {passed ? 'yes' : 'no'}
        </Text>
        {!passed && <Text size="sm">{reason}</Text>}
        {!passed && gate === 'missing_secret' && <SecretsLink />}
      </div>
    </li>
  );
}

function SecretsLink() {
  const { tenant } = useViewer();
  if (!useCan('secrets.tenant.read')) return <Text size="sm">Ask somebody who may set secrets.</Text>;
  return (
    <Anchor component={Link} to={`/t/${tenant.slug}/settings/secrets`} size="sm">
      Go to the secrets
    </Anchor>
  );
}
