import type { Values } from '#ui/schema-form/field-definition.ts';
import type { BlockBody } from './output-block.ts';

export type FilledBlock = BlockBody & { note?: string };

/** Turns a value into a block of one kind; undefined where the value has not the shape for it. */
export type FillBlock = (value: unknown, config: Values, schema: unknown) => FilledBlock | undefined;
