import { Badge, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import classes from './override-form.module.css';
import { OverrideInput } from './override-input.tsx';
import { baseOf, type OverriddenTool, type OverrideValues, type OverrideWord, toInputs } from './override-values.ts';
import { baseInWords, overrideLabels } from './override-words.ts';

/** One thing that a tenant may change: what the base says, and beside it what holds here. */
export function OverrideRow({ word, tool }: { word: OverrideWord; tool: OverriddenTool }) {
  const { control, setValue, setFocus, clearErrors } = useFormContext<OverrideValues>();
  const isOwn = useWatch({ control, name: `own.${word}` });
  const base = toInputs(baseOf(tool));
  const label = overrideLabels[word];

  function takeBase() {
    setValue(word, base[word]);
    setValue(`own.${word}`, false);
    clearErrors(word);
    // The button goes away; whoever pressed it stays in the row.
    setFocus(word);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of its own would be heard twice, within the form's
    <div role="group" aria-label={label} className={classes.row}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <div className={classes.base}>
          <Text size="sm" c="dimmed">
            Base
          </Text>
          <Text size="sm">{baseInWords(word, base)}</Text>
        </div>
        <div>
          <OverrideInput word={word} locked={word === 'permissionPolicy' && base.permissionPolicy === 'ALWAYS_ASK'} />
          {isOwn && (
            <Group gap="xs" mt={6}>
              <Badge variant="light">Overridden</Badge>
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<Undo2 size={14} aria-hidden />}
                aria-label={`Use the base value of ${label}`}
                onClick={takeBase}
              >
                Use the base value
              </Button>
            </Group>
          )}
        </div>
      </SimpleGrid>
    </div>
  );
}
