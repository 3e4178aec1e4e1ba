/** The two buttons of a row that can be changed and removed. */
import { Pencil, Trash2 } from 'lucide-react';

interface EditToolsProps {
  /** Names of the buttons for screen readers, such as 'Edit Club Beer'. */
  edit: string;
  remove: string;
  onEdit: () => void;
  onRemove: () => void;
}

export function EditTools({ edit, remove, onEdit, onRemove }: EditToolsProps) {
  return (
    <>
      <button type="button" className="quiet icon-only" aria-label={edit} onClick={onEdit}>
        <Pencil />
      </button>
      <button type="button" className="quiet icon-only" aria-label={remove} onClick={onRemove}>
        <Trash2 />
      </button>
    </>
  );
}
