import { Button, Group } from '@mantine/core';
import { WandSparkles } from 'lucide-react';
import wrapping from './wrapping-button.module.css';

export type FormExample = { label: string; input: unknown };

export type ExampleButtonsProps = { examples: readonly FormExample[]; onFill: (example: FormExample) => void };

export function ExampleButtons({ examples, onFill }: ExampleButtonsProps) {
  return (
    <Group gap="xs" role="group" aria-label="Examples">
      {examples.map((example) => (
        <Button
          key={example.label}
          size="compact-sm"
          variant="light"
          classNames={wrapping}
          leftSection={<WandSparkles size={14} aria-hidden />}
          onClick={() => onFill(example)}
        >
          {`Fill: ${example.label}`}
        </Button>
      ))}
    </Group>
  );
}
