import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aiSdkFace } from './faces.ts';

type Case = {
  what: string;
  tool: { slug: string; description: string; inputSchema: unknown; inputExamples: { label: string; input: unknown }[] };
  face: object;
};

/** The table that the tools of models are held against, so that people see what a model is told. */
const file = '../../../../api/test/cases/model-faces.json';
const cases: Case[] = JSON.parse(readFileSync(path.resolve(import.meta.dirname, file), 'utf8'));

it.each(cases)('the page shows what a model is told of $what', ({ tool, face }) => {
  expect(JSON.parse(aiSdkFace(tool, tool.inputExamples))).toEqual(face);
});
