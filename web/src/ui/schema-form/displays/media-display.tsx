import { Anchor, Stack } from '@mantine/core';
import { useContext } from 'react';
import { DisplayContext } from '../display-context.ts';
import { isMedia, type MediaValue, variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { formatBytes } from '../format-bytes.ts';
import { toPlainText } from '../to-plain-text.ts';
import classes from './displays.module.css';

export function MediaDisplay({ field, value }: FieldDisplayProps) {
  const files = [value].flat();
  if (!files.every(isMedia)) return <span className={classes.text}>{toPlainText(value)}</span>;
  const asImages = variantOf(field) !== 'file';
  return (
    <div className={classes.images}>
      {files.map((file) => (
        <StoredFile key={file.fileId} file={file} asImage={asImages && file.mediaType.startsWith('image/')} />
      ))}
    </div>
  );
}

function StoredFile({ file, asImage }: { file: MediaValue; asImage: boolean }) {
  const { fileUrl } = useContext(DisplayContext);
  const url = fileUrl?.(file);
  const about = `${file.name}, ${formatBytes(file.size)}`;
  if (!url) return <span className={classes.text}>{about}</span>;
  return (
    <Stack gap={4}>
      {asImage && <img src={url} alt={file.name} loading="lazy" className={classes.image} />}
      <Anchor href={url} download={file.name} className={classes.text}>
        {about}
      </Anchor>
    </Stack>
  );
}
