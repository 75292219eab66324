import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { useContext, useMemo } from 'react';
import { CodeBlock } from '#ui/code-block.tsx';
import { BlockNote } from './block-note.tsx';
import { downloadText, fileName } from './download-text.ts';
import { OutputContext } from './output-context.ts';
import { safeJson } from './safe-json.ts';

/** Beyond this, laying the text out would freeze the page. */
const MOST_SHOWN = 300_000;

export function JsonView({ value, label = 'output as JSON' }: { value: unknown; label?: string }) {
  const { toolSlug } = useContext(OutputContext);
  const json = useMemo(() => safeJson(value, 2), [value]);
  if (json.length <= MOST_SHOWN) return <CodeBlock label={label} code={json} />;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <BlockNote>Too long to show whole: this is the beginning.</BlockNote>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => downloadText(fileName([toolSlug, 'output'], 'json'), 'application/json', json)}
        >
          Download all of it
        </Button>
      </Group>
      <CodeBlock label={label} code={json.slice(0, MOST_SHOWN)} />
    </div>
  );
}
