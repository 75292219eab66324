import { SimpleGrid } from '@mantine/core';
import { TextField } from '../form-fields.tsx';

export function ImageForm() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextField name="execution.image.provider" label="Provider" placeholder="dall-e" required spellCheck={false} />
      <TextField name="execution.image.model" label="Model" placeholder="dall-e-3" required spellCheck={false} />
      <TextField name="execution.image.size" label="Size" placeholder="1024x1024" spellCheck={false} />
      <TextField name="execution.image.quality" label="Quality" placeholder="hd" spellCheck={false} />
    </SimpleGrid>
  );
}
