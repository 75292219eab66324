import {
  NumberInput,
  type NumberInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import classes from './editor.module.css';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

type Named<Props> = Omit<Props, 'name' | 'value' | 'checked' | 'onChange' | 'error'> & { name: string };

export function TextField({ name, ...props }: Named<TextInputProps>) {
  const { register } = useFormContext();
  return (
    <Place name={name}>
      <TextInput autoComplete="off" {...props} {...register(name)} error={useError(name)} />
    </Place>
  );
}

export function AreaField({ name, ...props }: Named<TextareaProps>) {
  const { register } = useFormContext();
  return (
    <Place name={name}>
      <Textarea rows={4} resize="vertical" {...props} {...register(name)} error={useError(name)} />
    </Place>
  );
}

/** JSON as text; the form says what is wrong with it. */
export function JsonField({ name, ...props }: Named<TextareaProps>) {
  return (
    <AreaField
      name={name}
      rows={6}
      placeholder="{ }"
      spellCheck={false}
      autoCapitalize="none"
      classNames={{ input: classes.code }}
      {...props}
    />
  );
}

export function SelectField({ name, ...props }: Named<SelectProps>) {
  const { field } = useController({ name });
  return (
    <Place name={name}>
      <Select
        // The listbox itself scrolls: a scroll area around it is a region that no key reaches.
        withScrollArea={false}
        classNames={{ options: classes.options }}
        {...props}
        ref={field.ref}
        onBlur={field.onBlur}
        value={field.value || null}
        onChange={(value) => field.onChange(value ?? '')}
        error={useError(name)}
      />
    </Place>
  );
}

export function NumberField({ name, ...props }: Named<NumberInputProps>) {
  const { field } = useController({ name });
  return (
    <Place name={name}>
      <NumberInput
        {...props}
        ref={field.ref}
        onBlur={field.onBlur}
        value={field.value}
        onChange={(value) => field.onChange(typeof value === 'number' ? value : '')}
        error={useError(name)}
      />
    </Place>
  );
}

export function SwitchField({ name, ...props }: Named<SwitchProps>) {
  const { field } = useController({ name });
  return (
    <Place name={name}>
      <Switch
        {...props}
        ref={field.ref}
        onBlur={field.onBlur}
        checked={field.value}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
        error={useError(name)}
      />
    </Place>
  );
}
