import { TagsInput } from '@mantine/core';
import { useController } from 'react-hook-form';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

const NAME = 'sensitiveOutputs';

/** Fields of the input have a switch of their own. */
export function SensitiveOutputs() {
  const { field } = useController({ name: NAME });
  return (
    <Place name={NAME}>
      <TagsInput
        ref={field.ref}
        label="Sensitive outputs"
        description="Optional: properties of the output schema that are hidden in history. Press Enter after each name."
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={useError(NAME)}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Place>
  );
}
