import { Button, Group, Text, TextInput } from '@mantine/core';
import { Upload } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import classes from './image-dropzone-uploader.module.css';

export type ImageDropzoneUploaderProps = {
  /** Names the button and the hidden file input. */
  label: string;
  onFiles: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  describedBy?: string;
  /** A shorter zone without the field for an address. */
  compact?: boolean;
  hideManualUrl?: boolean;
  /** Without it there is no field for an address. */
  onUrl?: (url: string) => void;
};

/** A place to drop files on, a button to choose them, and where possible an address to fetch from. */
export function ImageDropzoneUploader(props: ImageDropzoneUploaderProps) {
  const { label, onFiles, accept, multiple = false, disabled = false, compact = false, hideManualUrl = false } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    const list = [...(files ?? [])];
    if (list.length > 0 && !disabled) onFiles(multiple ? list : list.slice(0, 1));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  const zone = [classes.zone, compact && classes.compact, over && classes.over].filter(Boolean).join(' ');
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button inside is everybody's */}
      <div
        className={zone}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="xs" justify="center">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Upload size={14} aria-hidden />}
            disabled={disabled}
            aria-label={`Choose ${multiple ? 'files' : 'a file'} for ${label}`}
            aria-describedby={props.describedBy}
            onClick={() => input.current?.click()}
          >
            {multiple ? 'Choose files' : 'Choose a file'}
          </Button>
          <Text size="sm" c="dimmed" visibleFrom="xs">
            or drop {multiple ? 'them' : 'it'} here
          </Text>
        </Group>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          multiple={multiple}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Choosing the same file again must count as a choice.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {props.onUrl && !compact && !hideManualUrl && <ManualUrl label={label} onUrl={props.onUrl} />}
    </div>
  );
}

function ManualUrl({ label, onUrl }: { label: string; onUrl: (url: string) => void }) {
  const [url, setUrl] = useState('');

  function fetchOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (URL.canParse(url)) onUrl(url);
  }

  return (
    <TextInput
      mt="xs"
      type="url"
      aria-label={`Address for ${label}`}
      placeholder="Or paste an address and press Enter"
      value={url}
      onChange={(event) => setUrl(event.currentTarget.value)}
      onKeyDown={fetchOnEnter}
    />
  );
}
