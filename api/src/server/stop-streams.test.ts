import { expect, it } from 'vitest';
import { openWire } from '../../test/wire.ts';

it('a stop breaks streams over HTTP off without a word of an end, so that readers come back and resume', async () => {
  const wire = await openWire();
  const story = await wire.tellStory();
  const headers = await wire.key(story, 'admin');
  const stream = await wire.follow('subscription { settingsChanged { kind } }', headers);
  const news = stream.next();
  await wire.ask('mutation { updateTenant(input: { name: "Noise" }) { tenant { id } } }', headers);
  await news;
  await wire.close();
  expect(await stream.ended).toBe('cut');
  expect(stream.events).toHaveLength(1);
});
