import { isRecord, variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { FieldValues } from '../field-values.tsx';
import classes from './displays.module.css';
import { TextDisplay } from './text-display.tsx';

export function ObjectDisplay({ field, value }: FieldDisplayProps) {
  if (variantOf(field) === 'json' || !isRecord(value)) {
    const text = JSON.stringify(value, null, 2);
    return <TextDisplay field={{ ...field, type: 'text', variant: 'code' }} value={text} />;
  }
  return (
    <div className={classes.nested}>
      <FieldValues fields={field.fields ?? []} values={value} />
    </div>
  );
}
