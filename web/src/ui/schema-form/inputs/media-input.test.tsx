import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MediaValue } from '../field-definition.ts';
import type { UploadFile } from '../form-context.ts';
import { aField, renderForm, said } from '../form-test-kit.tsx';

const photo = new File(['12345'], 'cat.png', { type: 'image/png' });
const stored: MediaValue = { fileId: 'f1', name: 'cat.png', mediaType: 'image/png', size: 5 };

/** An upload whose course the test decides. */
function controlledUpload() {
  const started: { file: File; progress: (share: number) => void; signal: AbortSignal }[] = [];
  const ends: { resolve: (value: MediaValue) => void; reject: (error: Error) => void }[] = [];
  const uploadFile = vi.fn<UploadFile>((file, progress, signal) => {
    started.push({ file, progress, signal });
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  });
  return { uploadFile, started, ends };
}

const choose = (label: string, ...files: File[]) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files } });

describe('a media field', () => {
  it('shows how far the upload is, and sends what the server stored', async () => {
    const { uploadFile, started, ends } = controlledUpload();
    const { submit, refused } = renderForm([aField('media')], { uploadFile });
    choose('Media', photo);
    act(() => started[0]!.progress(0.4));
    expect(screen.getByRole('progressbar', { name: 'Uploading cat.png' })).toHaveAttribute('aria-valuenow', '40');
    expect(await refused()).toHaveTextContent('Wait until the file is uploaded.');
    await act(async () => ends[0]!.resolve(stored));
    expect(said()).toBe('cat.png uploaded.');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(await submit()).toEqual({ media: stored });
  });

  it('says why an upload failed and tries again', async () => {
    const { uploadFile, ends } = controlledUpload();
    const { user, submit } = renderForm([aField('media', { variant: 'file' })], { uploadFile });
    choose('Media', photo);
    await act(async () => ends[0]!.reject(new Error('This file is too large.')));
    expect(screen.getByText('This file is too large.')).toBeVisible();
    expect(await submit()).toEqual({});
    await user.click(screen.getByRole('button', { name: 'Try again with cat.png' }));
    await act(async () => ends[1]!.resolve(stored));
    expect(await submit()).toEqual({ media: stored });
  });

  it('can be stopped, and removed once stored', async () => {
    const { uploadFile, started } = controlledUpload();
    const { user, submit } = renderForm([aField('media')], { uploadFile, defaultValues: { media: stored } });
    await user.click(screen.getByRole('button', { name: 'Remove cat.png' }));
    expect(await submit()).toEqual({});
    choose('Media', photo);
    await user.click(screen.getByRole('button', { name: 'Stop uploading cat.png' }));
    expect(started[0]!.signal.aborted).toBe(true);
    expect(await submit()).toEqual({});
  });

  it('holds several files in a gallery, whichever comes first', async () => {
    const { uploadFile, ends } = controlledUpload();
    const fileUrl = ({ fileId }: MediaValue) => `/api/files/${fileId}`;
    const { submit } = renderForm([aField('media', { variant: 'gallery' })], { uploadFile, fileUrl });
    choose('Media', photo, new File(['1'], 'dog.png', { type: 'image/png' }));
    const dog = { ...stored, fileId: 'f2', name: 'dog.png' };
    await act(async () => {
      ends[1]!.resolve(dog);
      ends[0]!.resolve(stored);
    });
    await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(2));
    expect(await submit()).toEqual({ media: [dog, stored] });
  });

  it('goes on while its entry changes places', async () => {
    const { uploadFile, started, ends } = controlledUpload();
    const list = aField('array', { name: 'files', items: aField('media', { variant: 'file' }) });
    const defaultValues = { files: [stored, { ...stored, fileId: 'f2', name: 'old.png' }] };
    const { user, submit, refused } = renderForm([list], { uploadFile, defaultValues });
    choose('Files, entry 1', photo);
    await user.click(screen.getByRole('button', { name: 'Move entry 1 of Files down' }));
    await refused();
    expect(started[0]!.signal.aborted).toBe(false);
    const fresh = { ...stored, fileId: 'f3' };
    await act(async () => ends[0]!.resolve(fresh));
    expect(await submit()).toEqual({ files: [defaultValues.files[1], fresh] });
  });

  it('takes dropped files', async () => {
    const { uploadFile } = controlledUpload();
    renderForm([aField('media')], { uploadFile });
    fireEvent.drop(screen.getByText('or drop it here'), { dataTransfer: { files: [photo] } });
    expect(uploadFile).toHaveBeenCalledOnce();
  });

  it('asks for a file when one is required', async () => {
    const { refused } = renderForm([aField('media', { required: true })], { uploadFile: vi.fn() });
    expect(await refused()).toHaveTextContent('Media: Choose a file.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a file for Media' })).toHaveFocus());
  });

  it('explains itself where files cannot be uploaded', () => {
    renderForm([aField('media')]);
    expect(screen.getByText('Files cannot be added here.')).toBeVisible();
  });
});
