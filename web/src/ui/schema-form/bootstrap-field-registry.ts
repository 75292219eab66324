import { EmailDisplay, PhoneDisplay, UrlDisplay } from './displays/address-display.tsx';
import { ArrayDisplay } from './displays/array-display.tsx';
import { BooleanDisplay } from './displays/boolean-display.tsx';
import { DateDisplay } from './displays/date-display.tsx';
import { EnumDisplay } from './displays/enum-display.tsx';
import { MediaDisplay } from './displays/media-display.tsx';
import { NumberDisplay } from './displays/number-display.tsx';
import { ObjectDisplay } from './displays/object-display.tsx';
import { RelationDisplay } from './displays/relation-display.tsx';
import { TextDisplay } from './displays/text-display.tsx';
import type { FieldRegistry } from './field-registry.ts';
import { EmailInput, PhoneInput, UrlInput } from './inputs/address-input.tsx';
import { ArrayInput } from './inputs/array-input.tsx';
import { BooleanInput } from './inputs/boolean-input.tsx';
import { DateInput } from './inputs/date-input.tsx';
import { EnumInput } from './inputs/enum-input.tsx';
import { MediaInput } from './inputs/media-input.tsx';
import { NumberInput } from './inputs/number-input.tsx';
import { ObjectInput } from './inputs/object-input.tsx';
import { RelationInput } from './inputs/relation-input.tsx';
import { TextInput } from './inputs/text-input.tsx';

const defaults: FieldRegistry = {
  text: { input: TextInput, display: TextDisplay },
  number: { input: NumberInput, display: NumberDisplay },
  boolean: { input: BooleanInput, display: BooleanDisplay },
  date: { input: DateInput, display: DateDisplay },
  enum: { input: EnumInput, display: EnumDisplay },
  url: { input: UrlInput, display: UrlDisplay },
  email: { input: EmailInput, display: EmailDisplay },
  phone: { input: PhoneInput, display: PhoneDisplay },
  media: { input: MediaInput, display: MediaDisplay },
  relation: { input: RelationInput, display: RelationDisplay },
  object: { input: ObjectInput, display: ObjectDisplay },
  array: { input: ArrayInput, display: ArrayDisplay },
};

/** The twenty-four default components, with others in their place where given. */
export function bootstrapFieldRegistry(others: Partial<FieldRegistry> = {}): FieldRegistry {
  return { ...defaults, ...others };
}
