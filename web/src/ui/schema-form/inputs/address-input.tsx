import { TextInput } from '@mantine/core';
import { Link2, type LucideIcon, Mail, Phone } from 'lucide-react';
import { hasDefault } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useField } from '../use-field.ts';

type Kind = { type: 'url' | 'email' | 'tel'; icon: LucideIcon; placeholder: string };

function AddressInput({ type, icon: Icon, placeholder, ...props }: FieldInputProps & Kind) {
  const { control, wrapper } = useField(props);
  const { field } = props;
  return (
    <TextInput
      {...control}
      {...wrapper}
      type={type}
      inputMode={type}
      placeholder={field.placeholder ?? (hasDefault(field) ? String(field.default) : placeholder)}
      leftSection={<Icon size={16} aria-hidden />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export function UrlInput(props: FieldInputProps) {
  return <AddressInput {...props} type="url" icon={Link2} placeholder="https://example.com" />;
}

export function EmailInput(props: FieldInputProps) {
  return <AddressInput {...props} type="email" icon={Mail} placeholder="ada@example.com" />;
}

export function PhoneInput(props: FieldInputProps) {
  return <AddressInput {...props} type="tel" icon={Phone} placeholder="+49 30 123456" />;
}
