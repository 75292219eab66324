import {
  Ban,
  Bot,
  CircleCheck,
  CirclePlay,
  CircleX,
  Clock,
  Dot,
  Hourglass,
  type LucideIcon,
  MessageSquareText,
  RotateCw,
  ThumbsDown,
  ThumbsUp,
  TrendingUp,
  UserCheck,
} from 'lucide-react';

export type EventTone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';
export type EventFace = { words: string; icon: LucideIcon; tone: EventTone };

const faces: Record<string, EventFace> = {
  'tool.queued': { words: 'Queued', icon: Clock, tone: 'plain' },
  'tool.started': { words: 'Started', icon: CirclePlay, tone: 'busy' },
  'tool.resumed': { words: 'Resumed', icon: RotateCw, tone: 'busy' },
  'tool.paused': { words: 'Paused', icon: Hourglass, tone: 'warn' },
  'tool.output_appended': { words: 'Output', icon: MessageSquareText, tone: 'plain' },
  'tool.completed': { words: 'Completed', icon: CircleCheck, tone: 'good' },
  'tool.failed': { words: 'Failed', icon: CircleX, tone: 'bad' },
  'tool.cancelled': { words: 'Cancelled', icon: Ban, tone: 'warn' },
  'tool.needs_approval': { words: 'Needs approval', icon: Hourglass, tone: 'warn' },
  'tool.approved': { words: 'Approved', icon: ThumbsUp, tone: 'good' },
  'tool.denied': { words: 'Denied', icon: ThumbsDown, tone: 'bad' },
  'tool.refused': { words: 'Refused by a rule', icon: Ban, tone: 'bad' },
  'session.waiting_human': { words: 'Put before somebody', icon: UserCheck, tone: 'warn' },
  'session.completed': { words: 'Settled', icon: UserCheck, tone: 'plain' },
  'session.cancelled': { words: 'Taken back', icon: Ban, tone: 'plain' },
  'approval.reminded': { words: 'Reminder', icon: Hourglass, tone: 'warn' },
  'approval.question': { words: 'Question', icon: MessageSquareText, tone: 'plain' },
  'approval.answer': { words: 'Answer', icon: MessageSquareText, tone: 'plain' },
  'user.tool_confirmation': { words: 'Decision', icon: UserCheck, tone: 'plain' },
  progress: { words: 'Progress', icon: TrendingUp, tone: 'plain' },
  'subagent.started': { words: 'Sub-agent started', icon: Bot, tone: 'plain' },
  'subagent.tool_called': { words: 'Sub-agent call', icon: Bot, tone: 'plain' },
  'subagent.tool_returned': { words: 'Sub-agent answer', icon: Bot, tone: 'plain' },
  'subagent.ended': { words: 'Sub-agent ended', icon: Bot, tone: 'plain' },
};

/** What happened, in words; a type that this page does not know yet is named by its own last word. */
export function faceOf(type: string): EventFace {
  if (Object.hasOwn(faces, type)) return faces[type]!;
  const words = type.slice(type.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return { words: words.charAt(0).toUpperCase() + words.slice(1), icon: Dot, tone: 'plain' };
}

export const eventGroups = {
  started: { label: 'Started', types: ['tool.queued', 'tool.started', 'tool.resumed'] },
  output: {
    label: 'Output',
    types: [
      'tool.output_appended',
      'progress',
      'subagent.started',
      'subagent.tool_called',
      'subagent.tool_returned',
      'subagent.ended',
    ],
  },
  completed: { label: 'Completed', types: ['tool.completed'] },
  problems: { label: 'Problems', types: ['tool.failed', 'tool.denied', 'tool.refused', 'tool.cancelled'] },
  approvals: {
    label: 'Approvals',
    types: [
      'tool.needs_approval',
      'tool.approved',
      'tool.denied',
      'tool.refused',
      'user.tool_confirmation',
      'session.waiting_human',
      'session.completed',
      'session.cancelled',
      'approval.reminded',
      'approval.question',
      'approval.answer',
    ],
  },
} satisfies Record<string, { label: string; types: string[] }>;

export type EventGroup = keyof typeof eventGroups;

export const isEventGroup = (name: string): name is EventGroup => Object.hasOwn(eventGroups, name);
