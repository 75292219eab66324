import { MediaDisplay } from '#ui/schema-form/displays/media-display.tsx';
import type { MediaValue } from '#ui/schema-form/field-definition.ts';

type StoredMediaProps = {
  files: readonly MediaValue[];
  /** Links only, where a picture has no room. */
  asFiles?: boolean;
};

export function StoredMedia({ files, asFiles = false }: StoredMediaProps) {
  const variant = asFiles ? 'file' : 'gallery';
  return (
    <MediaDisplay field={{ name: 'files', label: 'Files', type: 'media', variant, required: false }} value={files} />
  );
}
