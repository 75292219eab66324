import { Badge, Code, Group, Text, UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { TYPE_WORDS } from './field-types.ts';
import classes from './schema-editor.module.css';

export type RowSummaryProps = {
  field: FieldDefinition;
  problemCount: number;
  isTaken: boolean;
  isOpen: boolean;
  /** The id of what it opens. */
  controls: string;
  onToggle: () => void;
};

/** A field in one line; opens its settings. */
export function RowSummary({ field, problemCount, isTaken, isOpen, controls, onToggle }: RowSummaryProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const count = Math.max(problemCount, isTaken ? 1 : 0);
  return (
    <UnstyledButton
      className={classes.summary}
      aria-expanded={isOpen}
      aria-controls={controls}
      data-toggle-field
      onClick={onToggle}
    >
      <Chevron size={16} aria-hidden className={classes.chevron} />
      <Group component="span" gap={6} className={classes.words}>
        <Text span fw={500} className={classes.label}>
          {field.label || 'New field'}
        </Text>
        {field.name && <Code className={classes.label}>{field.name}</Code>}
        <Badge component="span" variant="light" color="gray" size="sm">
          {TYPE_WORDS[field.type].label}
        </Badge>
        {field.required && (
          <Badge component="span" variant="light" size="sm">
            Required
          </Badge>
        )}
        {field.sensitive && (
          <Badge component="span" variant="light" color="yellow" size="sm">
            Sensitive
          </Badge>
        )}
        {count > 0 && (
          <Badge component="span" variant="light" color="red" size="sm">
            {count === 1 ? '1 problem' : `${count} problems`}
          </Badge>
        )}
      </Group>
    </UnstyledButton>
  );
}
