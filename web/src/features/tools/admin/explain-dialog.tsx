import { Modal, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { Runtime } from '#gql/graphql.ts';
import { Loaded } from '#ui/loaded.tsx';
import { TableLoading } from '#ui/loading.tsx';
import { RowAction } from '#ui/row-action.tsx';
import { GateVerdicts } from './gate-verdicts.tsx';
import { runtimeLabels } from './gate-words.ts';

const ExplainDialogQuery = graphql(`
  query ExplainDialogQuery($slug: String!, $runtime: Runtime!) {
    explainTool(slug: $slug, runtime: $runtime) { slug ...GateVerdicts_explanation }
  }
`);

const runtimes = Object.entries(runtimeLabels).map(([value, label]) => ({ value, label }));

export function ExplainButton({ slug, name }: { slug: string; name: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <RowAction icon={CircleHelp} label={`Why is ${name} available or not?`} tip="Why?" onClick={open} />
      <Modal opened={opened} onClose={close} title={`Why is ${name} available or not?`} size="lg">
        <Explanation slug={slug} />
      </Modal>
    </>
  );
}

function Explanation({ slug }: { slug: string }) {
  const [runtime, setRuntime] = useState<Runtime>('WEB');
  return (
    <Stack gap="md">
      <Select
        label="Who asks"
        description="With your own rights, in this situation."
        data={runtimes}
        value={runtime}
        allowDeselect={false}
        onChange={(value) => value && setRuntime(value as Runtime)}
      />
      {/* The verdicts of one situation are never shown for another. */}
      <Verdicts key={runtime} slug={slug} runtime={runtime} />
    </Stack>
  );
}

function Verdicts({ slug, runtime }: { slug: string; runtime: Runtime }) {
  const [{ data, error }, ask] = useQuery({ query: ExplainDialogQuery, variables: { slug, runtime } });
  return (
    <Loaded data={data} error={error} retry={() => ask({ requestPolicy: 'network-only' })} loading={<TableLoading />}>
      {({ explainTool }) => <GateVerdicts explanation={explainTool} />}
    </Loaded>
  );
}
