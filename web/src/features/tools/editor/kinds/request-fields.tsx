import { formatNumber } from '#lib/format.ts';
import { AddressNote } from '../address-note.tsx';
import classes from '../editor.module.css';
import { NumberField, SelectField } from '../form-fields.tsx';
import { useRequestInsertions } from '../insertions.ts';
import { PairRows } from '../pair-rows.tsx';
import { TemplateField } from '../template-field.tsx';

const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** A webhook carries the call in its body. */
const METHODS = { http: ['GET', ...WITH_BODY, 'HEAD'], webhook: WITH_BODY };

type RequestFieldsProps = { kind: 'http' | 'webhook'; addressWord: 'url' | 'webhookUrl' };

/** Where a request goes, and how. */
export function RequestAddress({ kind, addressWord }: RequestFieldsProps) {
  const name = `execution.${kind}.${addressWord}`;
  return (
    <div>
      <div className={classes.address}>
        <SelectField name={`execution.${kind}.method`} label="Method" data={METHODS[kind]} allowDeselect={false} />
        <TemplateField
          name={name}
          label="Address"
          description="The host is fixed; inputs and secrets go into the path or the query."
          placeholder="https://api.example.com/items/{{input.id}}"
          required
          insertions={useRequestInsertions()}
        />
      </div>
      <AddressNote name={name} />
    </div>
  );
}

export function RequestHeaders({ kind }: Pick<RequestFieldsProps, 'kind'>) {
  return (
    <PairRows
      name={`execution.${kind}.headers`}
      label="Headers"
      description="A secret is written ${secret.KEY} and never shown."
      noun="header"
      asText
      insertions={useRequestInsertions()}
    />
  );
}

/** A request holds a connection; an agent works on its own. */
const LONGEST = { http: 30_000, webhook: 30_000, subAgent: 300_000 };

export function TimeLimit({ kind }: { kind: keyof typeof LONGEST }) {
  return (
    <NumberField
      name={`execution.${kind}.timeout`}
      label="Time limit in milliseconds"
      description={`Between 100 and ${formatNumber(LONGEST[kind])}. Left empty, the default holds.`}
      min={100}
      max={LONGEST[kind]}
      step={1000}
      clampBehavior="none"
      allowDecimal={false}
      maw={320}
    />
  );
}
