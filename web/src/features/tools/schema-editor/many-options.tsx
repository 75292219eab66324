import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FieldOption } from '#ui/schema-form/field-definition.ts';
import { parseOptions } from './parse-options.ts';

export function ManyOptions({ onAdd }: { onAdd: (options: FieldOption[]) => void }) {
  const [text, setText] = useState('');
  const found = parseOptions(text);
  return (
    <Stack gap="xs">
      <Textarea
        label="One option per line"
        description="Write the value alone, or value | label. Two columns of a spreadsheet work too."
        autoFocus
        rows={5}
        resize="vertical"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Group>
        <Button size="compact-sm" disabled={found.length === 0} onClick={() => onAdd(found)}>
          {found.length > 0 ? `Add ${found.length}` : 'Add these'}
        </Button>
      </Group>
    </Stack>
  );
}
