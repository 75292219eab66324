import { ActionIcon, Textarea, type TextareaProps } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import classes from './secret-value-input.module.css';

/** A value that bystanders should not read. It may have several lines, as keys in PEM have: a password field drops them. */
export function SecretValueInput(props: TextareaProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Textarea
      {...props}
      required
      rows={3}
      resize="vertical"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      classNames={{ input: shown ? classes.input : `${classes.input} ${classes.masked}` }}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Show the value"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
