import { Badge, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import classes from './editor.module.css';
import { type Kind, kindWords } from './execution-kinds.ts';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

/** How a tool does its work, those first that can run here. */
export function KindChoice({ kinds }: { kinds: readonly Kind[] }) {
  const { field } = useController({ name: 'kind' });
  const { setValue, clearErrors } = useFormContext();
  const order = Object.keys(kindWords);
  const sorted = kinds.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const groups = [
    { title: undefined, members: sorted.filter(({ runnable }) => runnable) },
    { title: 'Nothing here can run these yet. Save them as drafts.', members: sorted.filter((kind) => !kind.runnable) },
  ];

  function choose(kind: string) {
    field.onChange(kind);
    clearErrors('execution');
    // Another kind works elsewhere; the server knows where by default.
    setValue('executionType', '', { shouldDirty: true });
    setValue('visibility', '', { shouldDirty: true });
  }

  return (
    <Place name="kind">
      <Radio.Group
        label="Kind"
        description="How the tool does its work."
        value={field.value}
        onChange={choose}
        error={useError('kind')}
      >
        <Stack gap="sm" my="xs">
          {groups
            .filter(({ members }) => members.length > 0)
            .map(({ title, members }) => (
              <Stack key={title ?? 'runnable'} gap="xs">
                {title && (
                  <Text size="sm" c="dimmed">
                    {title}
                  </Text>
                )}
                <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
                  {members.map((kind) => (
                    <KindCard key={kind.id} kind={kind} />
                  ))}
                </SimpleGrid>
              </Stack>
            ))}
        </Stack>
      </Radio.Group>
    </Place>
  );
}

function KindCard({ kind: { id, runnable } }: { kind: Kind }) {
  const { label, description } = kindWords[id] ?? { label: id, description: '' };
  return (
    <div className={classes.kind}>
      <Radio
        value={id}
        description={description}
        label={
          <Group gap="xs">
            {label}
            {!runnable && (
              <Badge size="sm" variant="light" color="gray">
                Draft only
              </Badge>
            )}
          </Group>
        }
      />
    </div>
  );
}
