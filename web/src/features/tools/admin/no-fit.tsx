import { SearchX } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';

export function NoFit() {
  return (
    <EmptyState icon={SearchX} title="No tool fits">
      Use fewer words, or look on the other tab.
    </EmptyState>
  );
}
