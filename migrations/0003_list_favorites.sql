-- The first page of the list names all favorites, however old they are.
CREATE INDEX favorites_of_user ON conversations (user_id, updated_at DESC, id DESC) WHERE favorite = 1;
