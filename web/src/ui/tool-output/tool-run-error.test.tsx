import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { ToolRunError } from './tool-run-error.tsx';

const show = (code: string, message = 'What happened.', fields?: { path: string[]; message: string }[]) => {
  renderAlone(<ToolRunError error={{ code, message, fields }} />);
  return screen.getByRole('alert');
};

describe('a run that failed', () => {
  it.each([
    ['INVALID_INPUT', /correct these values/i],
    ['TIMEOUT', /try again with less/i],
    ['OUTCOME_UNKNOWN', /before you run it again/i],
    ['EGRESS_BLOCKED', /check the address/i],
    ['OUTPUT_TOO_LARGE', /ask for less/i],
    ['APPROVAL_DENIED', /read the reason/i],
    ['APPROVAL_EXPIRED', /run it again to ask/i],
    ['NO_MODEL_CONFIGURED', /set up by the operator/i],
    ['MODEL_ERROR', /choose another model/i],
    ['REQUEST_FAILED', /whether that system is up/i],
    ['HTTP_ERROR', /read what it says/i],
    ['INVALID_RESPONSE', /answers with JSON or text/i],
    ['INVALID_OUTPUT', /mend its output/i],
    ['INVALID_EXPRESSION', /correct the expression/i],
    ['TOOL_FAILED', /check the input/i],
    ['MISCONFIGURED', /ask an admin/i],
    ['FORBIDDEN', /for the right/i],
    ['UNAVAILABLE', /in a moment/i],
    ['APPROVAL_OUT_OF_SCOPE', /ask for approval/i],
    ['NO_RUNNER', /use another tool/i],
  ])('says what happened and what to do next: %s', (code, next) => {
    const alert = show(code);
    expect(alert).toHaveTextContent('What happened.');
    expect(alert).toHaveTextContent(next);
    expect(alert).toHaveTextContent(code);
  });

  it('does not send the reader to the secrets for a model that only the operator can set up', () => {
    const alert = show('NO_MODEL_CONFIGURED', 'Ask the operator to set OPENAI_API_KEY.');
    expect(alert).not.toHaveTextContent(/ask an admin/i);
  });

  it.each(['HTTP_404', 'constructor'])('leaves the word to the tool for a code of its own: %s', (code) => {
    expect(show(code)).toHaveTextContent(new RegExp(`^The tool reported an errorWhat happened\\.Code ${code}$`));
  });

  it('names the values to correct', () => {
    show('INVALID_INPUT', 'Two values do not fit.', [
      { path: ['items', '0', 'unitPrice'], message: 'Give a number.' },
      { path: [], message: 'Too many values.' },
    ]);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Items 1, Unit price: Give a number.',
      'Too many values.',
    ]);
  });

  it('shows messages as text', () => {
    const alert = show('X', '<img src=x onerror=1> <b>bold</b>');
    expect(alert).toHaveTextContent('<b>bold</b>');
    expect(alert.querySelector('img, b')).toBeNull();
  });
});
