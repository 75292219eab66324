import { lazy, Suspense } from 'react';
import displays from '#ui/schema-form/displays/displays.module.css';
import { FallbackBoundary } from '#ui/tool-output/fallback-boundary.tsx';
import { readsQuickly } from './reads-quickly.ts';

// Larger than all pages that show it: it comes with the first text that needs it.
const MarkdownBody = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

/** Text with the marks of Markdown turned into looks; as it was written where that cannot be done. */
export function MarkdownText({ text }: { text: string }) {
  const plain = <div className={displays.text}>{text}</div>;
  if (!readsQuickly(text)) return plain;
  return (
    <FallbackBoundary of={text} fallback={plain} note="The text could not be laid out. This is how it was written.">
      <Suspense fallback={plain}>
        <MarkdownBody text={text} />
      </Suspense>
    </FallbackBoundary>
  );
}
