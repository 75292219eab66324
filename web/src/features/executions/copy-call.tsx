import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { curlFace, typescriptFace } from '#features/tools/faces.ts';
import { programCall } from '#features/tools/program-call.ts';
import { toCallDocument, toCallRequest } from './call-document.ts';
import { HIDDEN, hasHidden } from './hidden-values.ts';

type CopyCallProps = { slug: string; input: unknown };

/** The call that was made, for a program to make it again. */
export function CopyCall({ slug, input }: CopyCallProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const { origin } = window.location;
  const document = toCallDocument(slug, input);
  const forms = [
    document === undefined
      ? { label: 'GraphQL request, JSON', write: () => toCallRequest(slug, input) }
      : { label: 'GraphQL', write: () => document },
    { label: 'curl', write: () => curlFace(origin, programCall, slug, input) },
    { label: 'TypeScript', write: () => typescriptFace(origin, programCall, slug, input) },
  ];
  const isPartial = hasHidden(input);
  const copied = isPartial ? 'Copied without the hidden values: fill them in.' : 'Copied';
  const failed = clipboard.error ? 'Could not copy: the browser does not allow it here.' : '';
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={clipboard.copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          >
            {clipboard.copied ? 'Copied' : failed ? 'Could not copy' : 'Copy as'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isPartial && <Menu.Label>Hidden values are not copied: fill them in.</Menu.Label>}
          {forms.map(({ label, write }) => (
            <Menu.Item key={label} onClick={() => clipboard.copy(withGaps(write()))}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{clipboard.copied ? copied : failed}</VisuallyHidden>
    </>
  );
}

/** A gap is no JSON: with the dots in its place, or without the value, the call could run and do something else. */
function withGaps(text: string): string {
  return text.replaceAll(JSON.stringify(HIDDEN), '<hidden: fill in>');
}
