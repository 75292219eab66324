import { useController } from 'react-hook-form';
import { Place } from './place.tsx';
import { TemplateControl, type TemplateControlProps } from './template-control.tsx';
import { useError } from './use-error.ts';

type TemplateFieldProps = Omit<TemplateControlProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'spoken'> & {
  name: string;
  label: string;
};

export function TemplateField({ name, label, ...props }: TemplateFieldProps) {
  const { field } = useController({ name });
  return (
    <Place name={name}>
      <TemplateControl
        {...props}
        label={label}
        spoken={label}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={useError(name)}
      />
    </Place>
  );
}
