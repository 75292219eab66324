import type { EventType } from '#toolkit/event-log.ts';
import type { ToolCallbacks } from '#toolkit/tool-context.ts';

/** Where news of a run is written down. */
type Pen = { append(type: EventType, payload: object): Promise<unknown> };

/** The one place where what a tool tells while it works becomes events. Typing of sub-agents is not stored. */
export function toCallbacks(journal: Pen, onOutput: (chunk: string) => void): ToolCallbacks {
  // News of a run that has ended is refused by the log; nobody waits for it.
  const tell = (type: EventType, payload: object) => void journal.append(type, payload).catch(() => {});
  return {
    onOutput,
    onToolCall: (call) => tell('progress', { kind: 'tool_called', ...call }),
    onToolResult: (result) => tell('progress', { kind: 'tool_returned', ...result }),
    onSubAgentStart: (agent) => tell('subagent.started', agent),
    onSubAgentChunk: () => {},
    onSubAgentToolCall: (call) => tell('subagent.tool_called', call),
    onSubAgentToolResult: (result) => tell('subagent.tool_returned', result),
    onSubAgentEnd: (agent) => tell('subagent.ended', agent),
  };
}
