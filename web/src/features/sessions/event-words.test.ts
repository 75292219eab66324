import { describe, expect, it } from 'vitest';
import { eventGroups, faceOf } from './event-words.ts';

describe('the words for events', () => {
  it.each([
    ['tool.completed', 'Completed', 'good'],
    ['tool.failed', 'Failed', 'bad'],
    ['tool.needs_approval', 'Needs approval', 'warn'],
    ['agent.went_home', 'Went home', 'plain'],
    ['toString', 'ToString', 'plain'],
  ])('say what %s means', (type, words, tone) => {
    expect(faceOf(type)).toMatchObject({ words, tone });
  });

  it('are known for every type that a filter offers', () => {
    const types = Object.values(eventGroups).flatMap((group) => group.types);
    const unknown = faceOf('nobody.knows').icon;
    expect(types.filter((type) => faceOf(type).icon === unknown)).toEqual([]);
  });
});
