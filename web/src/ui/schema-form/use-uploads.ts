import { useEffect, useRef, useState } from 'react';
import type { MediaValue } from './field-definition.ts';
import { useSchemaForm } from './form-context.ts';

export type Upload = { id: number; name: string; share: number; failure?: string; retry: () => void; stop: () => void };

/** Files on their way for one input. They stop when the input goes. */
export function useUploads(path: string, onStored: (file: MediaValue) => void) {
  const { uploadFile, announce, uploading } = useSchemaForm();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  const stored = useRef(onStored);
  stored.current = onStored;
  const where = useRef(path);

  // An entry of a list may move while its file is on the way.
  useEffect(() => {
    where.current = path;
    if (running.current.size > 0) uploading.add(path);
    return () => void uploading.delete(path);
  }, [path, uploading]);

  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => void controller.abort());
  }, []);

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const drop = (id: number) => setUploads((list) => list.filter((one) => one.id !== id));

  function settle(id: number) {
    running.current.delete(id);
    if (running.current.size === 0) uploading.delete(where.current);
  }

  async function send(id: number, file: File) {
    if (!uploadFile) return;
    const controller = new AbortController();
    running.current.set(id, controller);
    uploading.add(where.current);
    change(id, { share: 0, failure: undefined });
    try {
      const value = await uploadFile(file, (share) => change(id, { share }), controller.signal);
      settle(id);
      if (controller.signal.aborted) return;
      drop(id);
      stored.current(value);
      announce(`${file.name} uploaded.`);
    } catch (error) {
      settle(id);
      if (controller.signal.aborted) return;
      change(id, { failure: error instanceof Error ? error.message : 'The file could not be stored. Try again.' });
      announce(`${file.name} could not be uploaded.`);
    }
  }

  function start(file: File) {
    const id = next.current;
    next.current += 1;
    const stop = () => {
      running.current.get(id)?.abort();
      settle(id);
      drop(id);
    };
    const retry = () => void send(id, file);
    setUploads((list) => [...list, { id, name: file.name, share: 0, retry, stop }]);
    retry();
  }

  return { uploads, start, stopAll: () => uploads.forEach(({ stop }) => void stop()) };
}
