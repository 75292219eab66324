import { useViewer } from './viewer.tsx';

/** Whether to offer something. The server decides again on every request. */
export function useCan(permission: string): boolean {
  return useViewer().permissions.has(permission);
}
