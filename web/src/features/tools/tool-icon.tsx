import {
  Bot,
  Calculator,
  Calendar,
  ChartBar,
  Cloud,
  Database,
  FileText,
  Globe,
  Image,
  type LucideIcon,
  Mail,
  MessageSquare,
  Search,
  Send,
  UserRound,
  Wrench,
} from 'lucide-react';

/** Those that tools name most. All of Lucide would be a thousand more files; any other name shows a wrench. */
const icons = new Map<string, LucideIcon>([
  ['bot', Bot],
  ['calculator', Calculator],
  ['calendar', Calendar],
  ['chart-bar', ChartBar],
  ['cloud', Cloud],
  ['database', Database],
  ['file-text', FileText],
  ['globe', Globe],
  ['image', Image],
  ['mail', Mail],
  ['message-square', MessageSquare],
  ['search', Search],
  ['send', Send],
  ['user-round', UserRound],
]);

export const iconNames = [...icons.keys(), 'wrench'];

export function ToolIcon({ name }: { name: string }) {
  const Icon = icons.get(name.toLowerCase()) ?? Wrench;
  return <Icon size={18} strokeWidth={1.75} aria-hidden />;
}
