import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { CircleAlert, CircleHelp } from 'lucide-react';
import { humanize } from './output-schema.ts';
import { adviseOn } from './run-error-advice.ts';
import classes from './tool-run-error.module.css';

export type RunError = {
  code: string;
  message: string;
  fields?: readonly { path: readonly string[]; message: string }[] | null;
};

/** Why a run gave no result, and what to do next. */
export function ToolRunError({ error: { code, message, fields } }: { error: RunError }) {
  const advice = adviseOn(code);
  const unsure = code === 'OUTCOME_UNKNOWN';
  const Icon = unsure ? CircleHelp : CircleAlert;
  return (
    <Alert
      role="alert"
      color={unsure ? 'yellow' : 'red'}
      icon={<Icon size={18} aria-hidden />}
      title={advice?.title ?? 'The tool reported an error'}
    >
      <Stack gap="xs">
        {message && (
          <Text size="sm" className={classes.message}>
            {message}
          </Text>
        )}
        {fields && fields.length > 0 && <FieldProblems fields={fields} />}
        {advice && <Text size="sm">{advice.next}</Text>}
        <Text size="sm">
          Code <Code>{code}</Code>
        </Text>
      </Stack>
    </Alert>
  );
}

function FieldProblems({ fields }: { fields: NonNullable<RunError['fields']> }) {
  const lines = fields.map((field, index) => ({ key: `problem-${index}`, name: nameOf(field.path), ...field }));
  return (
    <List size="sm">
      {lines.map(({ key, name, message }) => (
        <List.Item key={key} className={classes.message}>
          {name && <strong>{name}: </strong>}
          {message}
        </List.Item>
      ))}
    </List>
  );
}

/** Positions are counted from one: `items.0.unitPrice` is "Items 1, Unit price". */
function nameOf(path: readonly string[]): string {
  return path
    .map((step) => (/^\d+$/.test(step) ? ` ${Number(step) + 1}` : `, ${humanize(step)}`))
    .join('')
    .replace(/^,? /, '');
}
