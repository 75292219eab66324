import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StreamedText } from './streamed-text.tsx';

const element = (text: string) => (
  <MantineProvider env="test">
    <StreamedText text={text} />
  </MantineProvider>
);
const box = () => screen.getByRole('region', { name: 'Output so far' });
const spoken = () => document.querySelector('[aria-live="polite"]')!.textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A box of 100 pixels around text of 1000. */
function measure(scrollHeight = 1000) {
  Object.defineProperty(box(), 'clientHeight', { value: 100, configurable: true });
  Object.defineProperty(box(), 'scrollHeight', { value: scrollHeight, configurable: true });
}

describe('text that grows', () => {
  it('is shown as it comes, as text', () => {
    const { rerender } = render(element('Hel'));
    rerender(element('Hello <b>you</b>'));
    expect(box()).toHaveTextContent('Hello <b>you</b>');
    expect(box().querySelector('b')).toBeNull();
  });

  it('keeps the end in view', () => {
    const { rerender } = render(element('a'));
    measure();
    rerender(element('a b'));
    expect(box().scrollTop).toBe(1000);
  });

  it('stays where the reader scrolled to, and follows again from the end', () => {
    const { rerender } = render(element('a'));
    measure();
    box().scrollTop = 200;
    fireEvent.scroll(box());
    rerender(element('a b'));
    expect(box().scrollTop).toBe(200);
    box().scrollTop = 890;
    fireEvent.scroll(box());
    measure(1200);
    rerender(element('a b c'));
    expect(box().scrollTop).toBe(1200);
  });

  it('is said every few seconds, each part once', () => {
    const { rerender } = render(element('One. '));
    expect(spoken()).toBe('');
    rerender(element('One. Two. '));
    act(() => vi.advanceTimersByTime(3000));
    expect(spoken()).toBe('One. Two. ');
    rerender(element('One. Two. Three.'));
    expect(spoken()).toBe('One. Two. ');
    act(() => vi.advanceTimersByTime(3000));
    expect(spoken()).toBe('Three.');
  });

  it('starts over when another text begins', () => {
    const { rerender } = render(element('A long first text'));
    act(() => vi.advanceTimersByTime(3000));
    rerender(element('New'));
    act(() => vi.advanceTimersByTime(3000));
    expect(spoken()).toBe('New');
  });

  it('shows the end of a very long text and says so', () => {
    render(element(`START${'x'.repeat(200_000)}END`));
    expect(box().textContent).toHaveLength(100_000);
    expect(box().textContent).toMatch(/END$/);
    expect(screen.getByText(/end of a long text/)).toBeVisible();
  });
});
