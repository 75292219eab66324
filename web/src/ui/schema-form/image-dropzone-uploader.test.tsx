import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { ImageDropzoneUploader, type ImageDropzoneUploaderProps } from './image-dropzone-uploader.tsx';

function show(props: Partial<ImageDropzoneUploaderProps>) {
  const onUrl = vi.fn();
  const view = renderAlone(<ImageDropzoneUploader label="Cover" onFiles={vi.fn()} onUrl={onUrl} {...props} />);
  return { ...view, onUrl, address: screen.queryByRole('textbox', { name: 'Address for Cover' }) };
}

describe('the place to drop images on', () => {
  it('takes an address', async () => {
    const { user, onUrl, address } = show({});
    await user.type(address!, 'https://example.com/a.png{Enter}');
    expect(onUrl).toHaveBeenCalledWith('https://example.com/a.png');
  });

  it.each([{ compact: true }, { hideManualUrl: true }, { onUrl: undefined }])('takes none with %o', (props) => {
    expect(show(props).address).toBeNull();
  });
});
