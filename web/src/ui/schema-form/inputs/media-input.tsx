import { Input, Stack, Text } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { isMedia, type MediaValue, variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { useSchemaForm } from '../form-context.ts';
import { ImageDropzoneUploader } from '../image-dropzone-uploader.tsx';
import { StoredFileRow } from '../stored-file-row.tsx';
import { UploadRow } from '../upload-row.tsx';
import { useField } from '../use-field.ts';
import { useUploads } from '../use-uploads.ts';

function toFiles(value: unknown): MediaValue[] {
  return [value].flat().filter(isMedia);
}

export function MediaInput(props: FieldInputProps) {
  const { field, path, spokenLabel } = props;
  const { uploadFile, recheck } = useSchemaForm();
  const { getValues } = useFormContext();
  const { control, wrapper } = useField(props);
  const variant = variantOf(field);
  const many = variant === 'gallery';
  const files = toFiles(control.value);
  // Several uploads may end before the next render, so each adds to what is stored by then.
  const { uploads, start, stopAll } = useUploads(path, (file) =>
    store(many ? [...toFiles(getValues(path)), file] : file),
  );
  const { 'aria-label': _spoken, 'aria-description': _more, ...texts } = wrapper;

  function store(value: MediaValue | MediaValue[] | null) {
    control.onChange(value);
    recheck(path);
  }

  function begin(chosen: File[]) {
    if (!many) stopAll();
    chosen.forEach(start);
  }

  const messages = [texts.description && `${texts.id}-description`, texts.error && `${texts.id}-error`].filter(Boolean);
  return (
    <Input.Wrapper {...texts} labelElement="div">
      <Stack gap="xs" ref={control.ref}>
        {files.map((file) => (
          <StoredFileRow
            key={file.fileId}
            file={file}
            asImage={variant !== 'file'}
            onRemove={() => store(many ? files.filter(({ fileId }) => fileId !== file.fileId) : null)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {uploadFile ? (
          <ImageDropzoneUploader
            label={spokenLabel ?? field.label}
            onFiles={begin}
            accept={variant === 'file' ? undefined : 'image/*'}
            multiple={many}
            compact={files.length > 0 || spokenLabel !== undefined}
            describedBy={messages.join(' ') || undefined}
          />
        ) : (
          <Text size="sm" c="dimmed">
            Files cannot be added here.
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
