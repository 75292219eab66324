import { ActionIcon, TextInput } from '@mantine/core';
import { ArrowUp, Trash2 } from 'lucide-react';
import type { ClipboardEvent } from 'react';
import type { FieldOption } from '#ui/schema-form/field-definition.ts';
import { parseOptions } from './parse-options.ts';
import classes from './schema-editor.module.css';

export type OptionRowProps = {
  option: FieldOption;
  index: number;
  isTaken: boolean;
  /** What the server said about it. */
  problem: string | undefined;
  onChange: (option: FieldOption) => void;
  onPaste: (options: FieldOption[]) => void;
  onRemove: () => void;
  onMoveUp: () => void;
};

export function OptionRow({ option, index, isTaken, problem, onChange, onPaste, onRemove, onMoveUp }: OptionRowProps) {
  const what = `option ${index + 1}`;

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\r\n\t]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(parseOptions(text));
  }

  return (
    <li className={classes.option}>
      <TextInput
        aria-label={`Value of ${what}`}
        placeholder="Value"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={option.value}
        error={isTaken ? 'Another option has this value.' : problem && !option.value ? 'Give it a value.' : problem}
        onPaste={paste}
        onChange={({ target: { value } }) =>
          // The label follows the value until it says something else.
          onChange({ value, label: option.label === option.value ? value : option.label })
        }
      />
      <TextInput
        aria-label={`Label of ${what}`}
        placeholder="Label"
        maxLength={200}
        autoComplete="off"
        value={option.label}
        onChange={({ target }) => onChange({ ...option, label: target.value })}
        onBlur={() => option.label.trim() === '' && onChange({ ...option, label: option.value })}
      />
      <div className={classes.optionActions}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${what} up`}
          data-move-option
          disabled={index === 0}
          onClick={onMoveUp}
        >
          <ArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${what}`} data-remove-option onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
