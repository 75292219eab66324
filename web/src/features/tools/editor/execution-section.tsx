import { Stack } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import type { Kinds } from './execution-kinds.ts';
import { KindChoice } from './kind-choice.tsx';
import { KindForm } from './kinds/kind-form.tsx';

export function ExecutionSection({ kinds, error, retry }: Kinds) {
  const chosen: string = useWatch({ name: 'kind' });
  return (
    <SectionCard title="Execution" description="What happens when somebody, or a model, calls the tool.">
      <Stack gap="lg">
        {error && <ErrorNote error={error} onRetry={retry} />}
        {kinds.length > 0 && <KindChoice kinds={kinds} />}
        {kinds.length === 0 && !error && <FormLoading fields={1} />}
        <KindForm chosen={chosen} />
      </Stack>
    </SectionCard>
  );
}
