import { useSearchParams } from 'react-router';

const names = ['asks', 'decides', 'tool', 'run'] as const;

type Place = Record<(typeof names)[number], string | null>;

/** In place of the address of a person of the demo: the viewer themselves. */
export const ME = 'me';

/** Who asks, who decides, and the call between them: part of the address, so that a reload shows it again. */
export function usePlaygroundAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<Place>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  const place = Object.fromEntries(names.map((name) => [name, params.get(name)])) as Place;
  return { ...place, change };
}
