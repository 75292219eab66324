import { variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { SafeLink } from '../safe-link.tsx';
import { toPlainText } from '../to-plain-text.ts';
import classes from './displays.module.css';

type ToAddress = (text: string) => string;

function AddressDisplay({ field, value, toAddress }: FieldDisplayProps & { toAddress: ToAddress }) {
  const text = toPlainText(value);
  return (
    <span className={classes.text}>
      {variantOf(field) === 'link' ? <SafeLink address={toAddress(text)}>{text}</SafeLink> : text}
    </span>
  );
}

const toWeb: ToAddress = (text) => text;
/** Encoded, so that a value cannot add recipients or subjects of its own. */
const toMail: ToAddress = (text) => `mailto:${encodeURIComponent(text).replace('%40', '@')}`;
const toPhone: ToAddress = (text) => `tel:${text.replace(/[^+0-9]/g, '')}`;

export function UrlDisplay(props: FieldDisplayProps) {
  return <AddressDisplay {...props} toAddress={toWeb} />;
}

export function EmailDisplay(props: FieldDisplayProps) {
  return <AddressDisplay {...props} toAddress={toMail} />;
}

export function PhoneDisplay(props: FieldDisplayProps) {
  return <AddressDisplay {...props} toAddress={toPhone} />;
}
