import { Alert, Button, Stack, Text } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { CodeBlock } from '#ui/code-block.tsx';

/** What was typed before another version was loaded, to copy from. */
export function KeptCopy({ copy, onDismiss }: { copy: string; onDismiss: () => void }) {
  return (
    <Alert color="blue" icon={<ClipboardList size={18} aria-hidden />} title="What you had typed">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">The editor shows the present version. Take from here what you still want to change.</Text>
        <CodeBlock label="what you had typed" code={copy} />
        <Button size="xs" variant="default" onClick={onDismiss}>
          I have what I need
        </Button>
      </Stack>
    </Alert>
  );
}
