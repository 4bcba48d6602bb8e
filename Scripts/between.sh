# Sourced by the scripts that update part of a document:
#
#   between NAME FILE    replaces the text between <!-- NAME --> and <!-- end of NAME --> in FILE with
#                        standard input

between() {
  local name=$1 file=$2 text new
  text=$(cat)
  grep -q "^<!-- $name -->$" "$file" && grep -q "^<!-- end of $name -->$" "$file" || {
    echo "$0: $file doesn't contain the lines '<!-- $name -->' and '<!-- end of $name -->'." >&2
    return 1
  }
  new=$(mktemp)
  # Pass the text in the environment, because awk interprets backslashes in -v as escapes.
  BETWEEN=$text awk -v name="$name" '
    $0 == "<!-- end of " name " -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- " name " -->" { inside = 1; print ENVIRON["BETWEEN"] }' "$file" > "$new"
  cat "$new" > "$file"
  rm -f "$new"
}
